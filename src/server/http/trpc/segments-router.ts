import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import { CreateSegmentInput, Segment, SegmentPage, SegmentReference } from '../../../shared/schemas/segment-view.ts'
import { create } from '../../domain/segments/create.ts'
import { get } from '../../domain/segments/get.ts'
import { list } from '../../domain/segments/list.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const segmentsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Segment))
    .query(({ ctx }) => list(ctx)),
  get: mayInProject('project.read')
    .input(SegmentReference)
    .output(SegmentPage)
    .query(({ ctx, input }) => get(ctx, input)),
  create: mayInProject('segment.edit')
    .input(CreateSegmentInput)
    .output(Segment)
    .mutation(({ ctx, input }) => create(ctx, input)),
})
