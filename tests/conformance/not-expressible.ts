/**
 * Published cases that the model cannot answer as the vendor does, by id, with the reason. The suite checks both ways: a
 * case listed here that is answered right fails, and so does an id that no vendor publishes.
 */
export const notExpressible: Readonly<Record<string, string>> = {}

/**
 * Kinds of published questions that no configuration answers, with the reason. Their cases are asked and counted as not
 * expressible; a kind whose cases are all answered right, or that nobody publishes, fails.
 */
export const kindsNotExpressible = {
  'runtime override':
    'The caller overrides the SDK itself for one call (QA mode, a variation forced in code or by query string, evaluation switched off); no configuration says so.',
} as const satisfies Readonly<Record<string, string>>

export type Kind = keyof typeof kindsNotExpressible
