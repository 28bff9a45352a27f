import { z } from 'zod'
import { GraphAroundInput, GraphHangingInput, GraphView, Hanging } from '../../../shared/schemas/graph.ts'
import { InEnvironment } from '../../../shared/schemas/project.ts'
import { graphAround, graphWhole } from '../../domain/revisions/graph-around.ts'
import { hangsOnIt } from '../../domain/revisions/hangs-on-it.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

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
