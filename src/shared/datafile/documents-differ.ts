import { canonicalJson } from './canonical-json.ts'

/** Whether two documents differ. The order of variants counts. */
export const documentsDiffer = (before: unknown, after: unknown): boolean =>
  canonicalJson(before) !== canonicalJson(after) || variantOrder(before) !== variantOrder(after)

function variantOrder(document: unknown): string {
  const variants = typeof document === 'object' && document !== null && 'variants' in document ? document.variants : {}
  return Object.keys(variants ?? {}).join(' ')
}
