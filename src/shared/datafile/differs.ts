import { canonicalJson } from './canonical-json.ts'

/** Whether two documents say different things; the order of variants is one of them. */
export const differs = (before: unknown, after: unknown): boolean =>
  canonicalJson(before) !== canonicalJson(after) || variantOrder(before) !== variantOrder(after)

function variantOrder(document: unknown): string {
  const variants = typeof document === 'object' && document !== null && 'variants' in document ? document.variants : {}
  return Object.keys(variants ?? {}).join(' ')
}
