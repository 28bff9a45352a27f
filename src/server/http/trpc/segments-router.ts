import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import { CreateSegmentInput, Segment, SegmentPage, SegmentReference } from '../../../shared/schemas/segment-view.ts'
import { createSegment } from '../../domain/segments/create-segment.ts'
import { getSegment, listSegments } from '../../domain/segments/read-segments.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const segmentsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Segment))
    .query(({ ctx }) => listSegments(ctx)),
  get: mayInProject('project.read')
    .input(SegmentReference)
    .output(SegmentPage)
    .query(({ ctx, input }) => getSegment(ctx, input)),
  create: mayInProject('segment.edit')
    .input(CreateSegmentInput)
    .output(Segment)
    .mutation(({ ctx, input }) => createSegment(ctx, input)),
})
