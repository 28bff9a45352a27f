import { distributions } from './distributions.ts'
import { edges } from './edges.ts'
import { effects } from './effects.ts'
import { plans } from './plans.ts'
import { sequences } from './sequences.ts'
import type { Answers } from './vectors.ts'

/** This project's answers for each group of vectors. */
export const answers: Answers = { ...distributions, ...edges, ...effects, ...plans, ...sequences }
