import { z } from 'zod'

/** Text from repositories: one line, without control characters that move a cursor. */
export const oneLine = (max: number, example: string) =>
  z
    .string()
    .min(1, `use a text such as ${example}`)
    .max(max, `use at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'use one line without control characters')
