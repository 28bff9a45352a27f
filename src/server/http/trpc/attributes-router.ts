import { z } from 'zod'
import { Attribute, AttributeReference, SaveAttributeInput } from '../../../shared/schemas/attribute.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { list } from '../../domain/attributes/list.ts'
import { remove } from '../../domain/attributes/remove.ts'
import { save } from '../../domain/attributes/save.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const attributesRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Attribute))
    .query(({ ctx }) => list(ctx)),
  save: mayInProject('attribute.edit')
    .input(SaveAttributeInput)
    .output(Attribute)
    .mutation(({ ctx, input }) => save(ctx, input)),
  remove: mayInProject('attribute.edit')
    .input(AttributeReference)
    .output(Attribute)
    .mutation(({ ctx, input }) => remove(ctx, input)),
})
