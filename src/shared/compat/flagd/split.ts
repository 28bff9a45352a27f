import type { Json } from '../../schemas/keys.ts'
import type { Point } from '../../schemas/point.ts'
import type { Split } from '../../schemas/split.ts'
import { notReadable } from '../because.ts'
import type { FlagScope } from '../reading.ts'

type Slice = { point?: Point | undefined; from: number; to: number }

/** A slice of the line as an expression. */
export const sliceExpression = (_slice: Slice, _scope: FlagScope, _salt: string): Json => notReadable('split-hash')

/** What a split serves: the key of a variant, or a text that is none where the unit falls in a gap or there is none. */
export const splitExpression = (_split: Split, _scope: FlagScope): Json => notReadable('split-hash')
