import type { Serve, Split } from '../../schemas/split.ts'
import { joined, plain, type SentencePart, say, word } from '../word.ts'
import { pointText } from './condition.ts'
import { extendedServeText } from './extended.ts'
import { quoted } from './literal.ts'
import { percent } from './percent.ts'

/** The share of each variant in a split, in weight units, in order of first appearance. */
export const weightsOf = (split: Split): Map<string, number> => {
  const weights = new Map<string, number>()
  for (const part of split.parts) weights.set(part.variant, (weights.get(part.variant) ?? 0) + part.to - part.from)
  return weights
}

/** Describes what a rule serves: `on`, `on for 25%`, `compact for 50%, classic for 50% by company`. */
export const serveText = (serve: Serve): SentencePart[] => {
  if ('variant' in serve) return [word('variant', quoted(serve.variant))]
  if (!('split' in serve)) return extendedServeText(serve)
  const shares = [...weightsOf(serve.split)].map(
    ([variant, weight]) => say`${word('variant', quoted(variant))} for ${percent(weight)}`,
  )
  return [...(shares.length === 0 ? [plain('nobody')] : joined(shares, ', ')), ...pointText(serve.split.point)]
}
