import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { type Json, Key } from '../../../../../../shared/schemas/keys.ts'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { isExtendedServe } from '../../../../../../shared/text/rules/extended.ts'
import { weightsOf } from '../../../../../../shared/text/rules/serve.ts'

const names = (serve: Serve, variant: string): boolean => {
  if ('variant' in serve) return serve.variant === variant
  return 'split' in serve
    ? weightsOf(serve.split).has(variant)
    : JSON.stringify(serve).includes(JSON.stringify(variant))
}

/** Where the document serves a variant: `rule 2`, `everyone else`, `when off`. */
export const variantUses = (document: FlagDocument, variant: string): string[] => [
  ...document.rules.flatMap((rule, i) => (names(rule.serve, variant) ? [`rule ${i + 1}`] : [])),
  ...(names(document.otherwise, variant) ? ['everyone else'] : []),
  ...(document.offVariant === variant ? ['when off'] : []),
]

export const variantKeyProblem = (document: FlagDocument, key: string, old?: string): string | null => {
  if (!Key.safeParse(key).success) return 'Letters, digits, dots and dashes'
  return key !== old && Object.hasOwn(document.variants, key) ? 'This key is already taken' : null
}

const renamed = (serve: Serve, from: string, to: string): Serve => {
  if ('variant' in serve) return serve.variant === from ? { ...serve, variant: to } : serve
  if (!('split' in serve)) return serve
  const parts = serve.split.parts.map((part) => (part.variant === from ? { ...part, variant: to } : part))
  return { split: { ...serve.split, parts } }
}

/**
 * Whether variants can be renamed. Rules from other systems may refer to variants in ways that renaming cannot follow.
 */
export const mayRename = (document: FlagDocument): boolean =>
  ![...document.rules.map(({ serve }) => serve), document.otherwise].some(isExtendedServe) &&
  document.outputs === undefined &&
  document.off === undefined

/** Renames a variant, keeping its position, and updates everything that serves it. */
export const withRenamedVariant = (document: FlagDocument, from: string, to: string): FlagDocument => ({
  ...document,
  variants: Object.fromEntries(
    Object.entries(document.variants).map(([key, value]) => [key === from ? to : key, value]),
  ),
  offVariant: document.offVariant === from ? to : document.offVariant,
  rules: document.rules.map((rule) => ({ ...rule, serve: renamed(rule.serve, from, to) })),
  otherwise: renamed(document.otherwise, from, to),
})

export const withVariant = (document: FlagDocument, key: string, value: Json): FlagDocument => ({
  ...document,
  variants: { ...document.variants, [key]: value },
})

export const withoutVariant = (document: FlagDocument, key: string): FlagDocument => ({
  ...document,
  variants: Object.fromEntries(Object.entries(document.variants).filter(([other]) => other !== key)),
})

/**
 * Whether two documents have the same variants and serve the same ones in each rule, regardless of conditions. Compares
 * by identity.
 */
export const servesSame = (a: FlagDocument, b: FlagDocument): boolean =>
  a.key === b.key &&
  a.type === b.type &&
  a.on === b.on &&
  a.variants === b.variants &&
  a.offVariant === b.offVariant &&
  a.otherwise === b.otherwise &&
  a.outputs === b.outputs &&
  a.off === b.off &&
  a.rules.length === b.rules.length &&
  a.rules.every(({ serve }, i) => serve === b.rules[i]?.serve)
