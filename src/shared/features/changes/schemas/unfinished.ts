import { z } from 'zod'

/** What a draft may hold: a document that fits its schema, but for attributes and segments that nobody has named yet. */
export const unfinished = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  z.custom<T>((value) => {
    const isName = (field: string) => field === 'attribute' || field === 'segment'
    const named = JSON.stringify(value, (field, part: unknown) => (part === '' && isName(field) ? 'unnamed' : part))
    return schema.safeParse(JSON.parse(named)).success
  })
