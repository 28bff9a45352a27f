import type { z } from 'zod'

/** Validates a value and returns the first problem of each field, by path. Empty if it is valid. */
export const fieldProblems = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const result = schema.safeParse(value)
  if (result.success) return {}
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) problems[issue.path.join('.')] ??= sentenceCase(wordsOf(issue))
  return problems
}

/** The schema’s message. Replaces zod’s default messages, which are not written for users. */
const wordsOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'too_small' && issue.message.startsWith('Too small: '))
    return issue.origin === 'string' ? 'Fill this in' : `Enter at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.message.startsWith('Too big: '))
    return issue.origin === 'string' ? `Use at most ${issue.maximum} characters` : `Enter at most ${issue.maximum}`
  return issue.message.startsWith('Invalid input: ') ? 'Fill this in' : issue.message
}

const sentenceCase = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
