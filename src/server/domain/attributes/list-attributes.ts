import type { Attribute } from '../../../shared/schemas/attribute.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { attributesOf } from './queries.ts'

/** What the project declares its attributes to be, ordered by name. */
export const listAttributes = (ctx: ProjectCtx): Promise<Attribute[]> => attributesOf(ctx.db, ctx.project)
