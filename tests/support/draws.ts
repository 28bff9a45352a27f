import fc from 'fast-check'
import { draws, suiteSeed } from './seed.ts'

// fast-check draws from 32 bits, and takes this wherever a property names no seed or count of its own
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Math.trunc(suiteSeed) | 0, numRuns: draws(100) })
