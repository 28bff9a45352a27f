import type { Serve, Split } from '../schemas/split.ts'
import { pointWords } from './condition.ts'
import { quoted } from './literal.ts'
import { percent } from './percent.ts'
import { wideServeWords } from './wide.ts'
import { joined, plain, type Word, word } from './word.ts'

/** What each variant of a split gets, in weight units, in the order of first appearance. */
export const weightsOf = (split: Split): Map<string, number> => {
  const weights = new Map<string, number>()
  for (const part of split.parts) weights.set(part.variant, (weights.get(part.variant) ?? 0) + part.to - part.from)
  return weights
}

/** What a rule gives, in words: `on`, `on for 25%`, `compact for 50%, classic for 50% by company`. */
export const serveWords = (serve: Serve): Word[] => {
  if ('variant' in serve) return [word('variant', quoted(serve.variant))]
  if (!('split' in serve)) return wideServeWords(serve)
  const shares = [...weightsOf(serve.split)].map(([variant, weight]) => [
    word('variant', quoted(variant)),
    plain(` for ${percent(weight)}`),
  ])
  return [...(shares.length === 0 ? [plain('nobody')] : joined(shares, ', ')), ...pointWords(serve.split.point)]
}
