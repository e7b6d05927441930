// Plain JavaScript, because it must run on a Node version that is too old for the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `quarterdeck needs Node 22.19 or newer to be built, this is ${process.versions.node}: run npm ci, which brings one, ` +
      'and start this through npm run.',
  )
  process.exit(1)
}
