import type { z } from 'zod'

/** The first problem of each field that a schema finds, by path; empty when the value fits. */
export const fieldProblems = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const result = schema.safeParse(value)
  if (result.success) return {}
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) problems[issue.path.join('.')] ??= sentenceCase(wordsOf(issue))
  return problems
}

/** What the schema says, and people's words where it has none of its own: those of its library are for programs. */
const wordsOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'too_small' && issue.message.startsWith('Too small: '))
    return issue.origin === 'string' ? 'Fill this in' : `Enter at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.message.startsWith('Too big: '))
    return issue.origin === 'string' ? `Use at most ${issue.maximum} characters` : `Enter at most ${issue.maximum}`
  return issue.message.startsWith('Invalid input: ') ? 'Fill this in' : issue.message
}

const sentenceCase = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
