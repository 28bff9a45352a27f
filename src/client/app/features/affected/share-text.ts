import { compactCount } from '../../../../shared/text/compact-count.ts'

/** Display name of a variant. Null is the default in code. */
export const variantName = (variant: string | null): string => variant ?? 'default in code'

/** A share as a percentage: `43%`, `0.4%`. */
export const percentOf = (count: number, of: number): string => {
  const share = of === 0 ? 0 : (count / of) * 100
  return `${share > 0 && share < 1 ? Math.max(0.1, Math.round(share * 10) / 10) : Math.round(share)}%`
}

/** A count with its share: `523 · 43%`. */
export const shareText = (count: number, of: number): string => `${compactCount(count)} · ${percentOf(count, of)}`
