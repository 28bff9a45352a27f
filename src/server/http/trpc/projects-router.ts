import { z } from 'zod'
import { CreateProjectInput, Environment, InProject, Project } from '../../../shared/schemas/project.ts'
import { create } from '../../domain/projects/create.ts'
import { get } from '../../domain/projects/get.ts'
import { list } from '../../domain/projects/list.ts'
import { listEnvironments } from '../../domain/projects/list-environments.ts'
import { mayHere, mayInProject, someone } from './may.ts'
import { t } from './trpc.ts'

export const projectsRouter = t.router({
  list: someone.output(z.array(Project)).query(({ ctx }) => list(ctx)),
  get: mayInProject('project.read')
    .input(InProject)
    .output(Project)
    .query(({ ctx }) => get(ctx)),
  create: mayHere('project.create')
    .input(CreateProjectInput)
    .output(Project)
    .mutation(({ ctx, input }) => create(ctx, input)),
})

export const environmentsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Environment))
    .query(({ ctx }) => listEnvironments(ctx)),
})
