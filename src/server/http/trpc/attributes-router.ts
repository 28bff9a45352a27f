import { z } from 'zod'
import { Attribute, AttributeReference, SaveAttributeInput } from '../../../shared/schemas/attribute.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { listAttributes } from '../../domain/attributes/list-attributes.ts'
import { removeAttribute } from '../../domain/attributes/remove-attribute.ts'
import { saveAttribute } from '../../domain/attributes/save-attribute.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const attributesRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Attribute))
    .query(({ ctx }) => listAttributes(ctx)),
  save: mayInProject('attribute.edit')
    .input(SaveAttributeInput)
    .output(Attribute)
    .mutation(({ ctx, input }) => saveAttribute(ctx, input)),
  remove: mayInProject('attribute.edit')
    .input(AttributeReference)
    .output(Attribute)
    .mutation(({ ctx, input }) => removeAttribute(ctx, input)),
})
