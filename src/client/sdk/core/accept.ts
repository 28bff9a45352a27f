import type { Flag } from './define-flags.ts'

/** The part of a flag declaration that says which values the application accepts. */
export type AcceptedValues = Pick<Flag, 'type' | 'default' | 'variants'>

/**
 * Returns a check for served values: they must have the declared type, be among the declared variants if there are any,
 * and be a list exactly if the default is one. Rejected values are replaced by the default.
 */
export const createValueCheck = ({
  type,
  default: fallback,
  variants,
}: AcceptedValues): ((value: unknown) => boolean) =>
  variants !== null
    ? (value) => variants.includes(value)
    : // same as `isOfType`, which a page without declared flags need not load
      (value) =>
        typeof value === type &&
        value !== null &&
        Number.isFinite(value) === (type === 'number') &&
        Array.isArray(value) === Array.isArray(fallback)
