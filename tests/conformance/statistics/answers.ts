import { distributions } from './distributions.ts'
import { edges } from './edges.ts'
import { effects } from './effects.ts'
import { plans } from './plans.ts'
import { sequences } from './sequences.ts'
import type { Answers } from './vectors.ts'

/** How this project answers each group of the vectors. */
export const answers: Answers = { ...distributions, ...edges, ...effects, ...plans, ...sequences }
