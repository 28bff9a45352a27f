import { z } from 'zod'

/** Where a page begins: the `next` of the page before. A paging client adds a direction by itself; there is one. */
export const pageFrom = <C extends z.ZodType>(cursor: C): PageFrom<C> => ({
  cursor: cursor.nullish(),
  direction: z.enum(['forward', 'backward']).optional(),
})
type PageFrom<C extends z.ZodType> = {
  cursor: z.ZodOptional<z.ZodNullable<C>>
  direction: z.ZodOptional<z.ZodEnum<{ forward: 'forward'; backward: 'backward' }>>
}
