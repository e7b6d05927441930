import fc from 'fast-check'

// A submission must not fail on what an earlier one has brought. Everywhere else properties are tried on other values each time.
if (process.env.CI) fc.configureGlobal({ seed: 1 })
