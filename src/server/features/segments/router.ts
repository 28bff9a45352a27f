import { z } from 'zod'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import {
  CreateSegmentInput,
  Segment,
  SegmentPage,
  SegmentReference,
} from '../../../shared/features/segments/schemas/segment-view.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { createSegment } from './create-segment.ts'
import { getSegment, listSegments } from './read-segments.ts'

export const segmentsRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Segment))
    .query(({ ctx }) => listSegments(ctx)),
  get: projectProcedure('project.read')
    .input(SegmentReference)
    .output(SegmentPage)
    .query(({ ctx, input }) => getSegment(ctx, input)),
  create: projectProcedure('segment.edit')
    .input(CreateSegmentInput)
    .output(Segment)
    .mutation(({ ctx, input }) => createSegment(ctx, input)),
})
