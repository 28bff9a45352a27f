import { z } from 'zod'

/**
 * The schema of a draft's document: a valid document, except that names of attributes and segments may still be empty.
 */
export const draftSchemaOf = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  z.custom<T>((value) => {
    const isName = (field: string) => field === 'attribute' || field === 'segment'
    const named = JSON.stringify(value, (field, part: unknown) => (part === '' && isName(field) ? 'unnamed' : part))
    return schema.safeParse(JSON.parse(named)).success
  })
