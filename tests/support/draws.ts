import fc from 'fast-check'
import { suiteSeed } from './seed.ts'

// fast-check draws from 32 bits, and takes this wherever a property names no seed of its own
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Math.trunc(suiteSeed) | 0 })
