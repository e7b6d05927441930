import fc from 'fast-check'

// In CI a fixed seed, so that a commit doesn't fail because of an earlier one. Elsewhere each run uses other values.
if (process.env.CI) fc.configureGlobal({ seed: 1 })
