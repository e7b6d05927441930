// Plain JavaScript, because it must run on a Node version that is too old for the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Building quarterdeck needs Node 22.19 or newer, and this is ${process.versions.node}: run npm ci, which installs one, ` +
      'and use npm run.',
  )
  process.exit(1)
}
