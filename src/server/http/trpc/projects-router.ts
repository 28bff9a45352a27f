import { z } from 'zod'
import {
  CreateEnvironmentInput,
  CreateProjectInput,
  DeleteEnvironmentInput,
  EditEnvironmentInput,
  Environment,
  InProject,
  OrderEnvironmentsInput,
  Project,
} from '../../../shared/schemas/project.ts'
import { create as createEnvironment } from '../../domain/environments/create.ts'
import { edit } from '../../domain/environments/edit.ts'
import { order } from '../../domain/environments/order.ts'
import { remove } from '../../domain/environments/remove.ts'
import { create } from '../../domain/projects/create.ts'
import { get } from '../../domain/projects/get.ts'
import { list } from '../../domain/projects/list.ts'
import { listEnvironments } from '../../domain/projects/list-environments.ts'
import { mayHere, mayInEnvironment, mayInProject, someone } from './may.ts'
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
  create: mayInProject('environment.edit')
    .input(CreateEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => createEnvironment(ctx, input)),
  edit: mayInEnvironment('environment.edit')
    .input(EditEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => edit(ctx, input)),
  order: mayInProject('environment.edit')
    .input(OrderEnvironmentsInput)
    .output(z.array(Environment))
    .mutation(({ ctx, input }) => order(ctx, input)),
  delete: mayInEnvironment('environment.edit')
    .input(DeleteEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => remove(ctx, input)),
})
