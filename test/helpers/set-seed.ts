import fc from 'fast-check'

// In CI, property tests use a fixed seed, so that a submission can't fail because of an earlier one. Elsewhere each run has another seed.
if (process.env.CI) fc.configureGlobal({ seed: 1 })
