import fc from 'fast-check'
import { draws, suiteSeed } from './seed.ts'

// fast-check uses a 32-bit seed. This is the default for properties without their own seed or number of runs.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Math.trunc(suiteSeed) | 0, numRuns: draws(100) })
