import type { Attribute } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { attributesOf } from './queries.ts'

export const listAttributes = (ctx: ProjectCtx): Promise<Attribute[]> => attributesOf(ctx.db, ctx.project)
