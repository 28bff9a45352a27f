/**
 * Published cases that the model cannot answer like the vendor, by id, with the reason. The suite checks both ways: a
 * listed case that is answered right fails, and so does an id that no vendor publishes.
 */
export const notExpressible: Readonly<Record<string, string>> = {}

/**
 * Kinds of published cases that no configuration can answer, with the reason. They are evaluated and counted as not
 * expressible. A kind fails if all of its cases are answered right, or if no vendor publishes any.
 */
export const kindsNotExpressible = {
  'runtime override':
    'The caller overrides the SDK itself for one call (QA mode, a variation forced in code or by query string, evaluation switched off); no configuration says so.',
} as const satisfies Readonly<Record<string, string>>

export type Kind = keyof typeof kindsNotExpressible
