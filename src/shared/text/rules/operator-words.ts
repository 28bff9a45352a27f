import type { Operator } from '../../schemas/condition.ts'

/**
 * The operators' texts in the language of this build, with placeholders: `{attribute} is version {values} or newer`.
 * Null for English, which uses the table of operators. A build for another language replaces this module.
 */
export const operatorWords: Readonly<Record<Operator, string>> | null = null
