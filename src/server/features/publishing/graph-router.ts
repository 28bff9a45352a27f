import { z } from 'zod'
import { InEnvironment } from '../../../shared/features/projects/schemas/project.ts'
import {
  EnvironmentDependents,
  GraphDependentsInput,
  GraphNeighborhoodInput,
  GraphView,
} from '../../../shared/features/publishing/schemas/graph.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { listDependents } from './list-dependents.ts'
import { readDependencyGraph, readWholeDependencyGraph } from './read-dependency-graph.ts'

export const graphRouter = t.router({
  around: environmentProcedure('project.read')
    .input(GraphNeighborhoodInput)
    .output(GraphView)
    .query(({ ctx, input }) => readDependencyGraph(ctx, input)),
  whole: environmentProcedure('project.read')
    .input(InEnvironment)
    .output(GraphView)
    .query(({ ctx }) => readWholeDependencyGraph(ctx)),
  hanging: projectProcedure('project.read')
    .input(GraphDependentsInput)
    .output(z.array(EnvironmentDependents))
    .query(({ ctx, input }) => listDependents(ctx, input)),
})
