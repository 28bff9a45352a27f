import type { Operator } from '../../schemas/condition.ts'

/**
 * What each operator says in the language of this build, with places for its attribute and its values, as in
 * `{attribute} is version {values} or newer`. English has none of its own: it is what the table of operators says. A build
 * for another language puts its words in this place.
 */
export const operatorWords: Readonly<Record<Operator, string>> | null = null
