import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { placeText } from '../../../shared/text/place.ts'
import { problemAt, type Refusal } from '../../api/refusal.ts'

/** A form’s error, unless one of its fields shows it. */
export function FormError({ refusal, fields }: { refusal: Refusal | null; fields: readonly string[] }): ReactNode {
  if (refusal === null || fields.some((field) => problemAt(refusal, field) !== null)) return null
  const problems = (refusal.details.problems ?? []).map(
    ({ path, problem, expected }) => `${path ? `${placeText(path)} ` : ''}${problem}: ${expected}`,
  )
  return (
    <Alert color="red" variant="outline" role="alert" p="xs">
      {refusal.sentence} {problems.join(' · ')} <code>{refusal.code}</code>
    </Alert>
  )
}
