import { z } from 'zod'

/**
 * The start of a page: `next` of the previous page. `direction` is accepted because paging clients add it; pages only
 * go forward.
 */
export const pageFrom = <C extends z.ZodType>(cursor: C): PageFrom<C> => ({
  cursor: cursor.nullish(),
  direction: z.enum(['forward', 'backward']).optional(),
})
type PageFrom<C extends z.ZodType> = {
  cursor: z.ZodOptional<z.ZodNullable<C>>
  direction: z.ZodOptional<z.ZodEnum<{ forward: 'forward'; backward: 'backward' }>>
}
