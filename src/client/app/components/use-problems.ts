import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { problemAt, type Refusal } from '../../api/refusal.ts'
import { fieldProblems } from './field-problems.ts'

/**
 * Problems of a form’s fields: those that `fits` found before submitting, otherwise those in the server’s refusal.
 * Problems within a field (`domains.0`) belong to the field. Submitting an invalid form focuses its first invalid
 * field.
 */
export const useProblems = (refusal: Refusal | null) => {
  const [found, setFound] = useState<Record<string, string>>({})
  useEffect(() => {
    if (Object.keys(found).length === 0) return
    document.activeElement?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [found])
  const foundAt = (field: string) =>
    Object.entries(found).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]
  return {
    at: (field: string): string | null => foundAt(field) ?? (refusal ? problemAt(refusal, field) : null),
    fits: (schema: z.ZodType, value: unknown): boolean => {
      const problems = fieldProblems(schema, value)
      setFound(problems)
      return Object.keys(problems).length === 0
    },
  }
}
