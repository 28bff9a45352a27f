import { z } from 'zod'
import { InEnvironment } from '../../../shared/features/projects/schemas/project.ts'
import {
  GraphAroundInput,
  GraphHangingInput,
  GraphView,
  Hanging,
} from '../../../shared/features/publishing/schemas/graph.ts'
import { mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { graphAround, graphWhole } from './graph-around.ts'
import { hangsOnIt } from './hangs-on-it.ts'

export const graphRouter = t.router({
  around: mayInEnvironment('project.read')
    .input(GraphAroundInput)
    .output(GraphView)
    .query(({ ctx, input }) => graphAround(ctx, input)),
  whole: mayInEnvironment('project.read')
    .input(InEnvironment)
    .output(GraphView)
    .query(({ ctx }) => graphWhole(ctx)),
  hanging: mayInProject('project.read')
    .input(GraphHangingInput)
    .output(z.array(Hanging))
    .query(({ ctx, input }) => hangsOnIt(ctx, input)),
})
