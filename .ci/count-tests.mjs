// Prints `N passed, N failed` from the test runner's own report and fails when anything failed. Plain JavaScript, as it
// has to run on the machine's Node even when nothing could be installed.
import { readFileSync } from 'node:fs'

const [reportPath, commandStatus] = process.argv.slice(2)

const readReport = () => {
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'))
  } catch {
    // The runner was not reached: the install, the build, the types or the lint failed.
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  }
}

const { numPassedTests: passed, numFailedTests, testResults } = readReport()
// A file that cannot be loaded fails without a test of its own failing.
const failedFiles = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
).length
const counted = numFailedTests + failedFiles
const failed = counted === 0 && (commandStatus !== '0' || passed === 0) ? 1 : counted

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
