import type { z } from 'zod'

/** The first problem of each field that a schema finds, by path; empty when the value fits. */
export const fieldProblems = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const result = schema.safeParse(value)
  if (result.success) return {}
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) problems[issue.path.join('.')] ??= sentenceCase(issue.message)
  return problems
}

const sentenceCase = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
