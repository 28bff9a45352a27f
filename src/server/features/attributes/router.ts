import { z } from 'zod'
import {
  Attribute,
  AttributeReference,
  SaveAttributeInput,
} from '../../../shared/features/attributes/schemas/attribute.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { listAttributes } from './list-attributes.ts'
import { removeAttribute } from './remove-attribute.ts'
import { saveAttribute } from './save-attribute.ts'

export const attributesRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Attribute))
    .query(({ ctx }) => listAttributes(ctx)),
  save: projectProcedure('attribute.edit')
    .input(SaveAttributeInput)
    .output(Attribute)
    .mutation(({ ctx, input }) => saveAttribute(ctx, input)),
  remove: projectProcedure('attribute.edit')
    .input(AttributeReference)
    .output(Attribute)
    .mutation(({ ctx, input }) => removeAttribute(ctx, input)),
})
