import { z } from 'zod'
import {
  ArchiveProjectInput,
  CreateEnvironmentInput,
  CreateProjectInput,
  DeleteEnvironmentInput,
  EditEnvironmentInput,
  EditProjectInput,
  Environment,
  InProject,
  OrderEnvironmentsInput,
  Project,
  ProjectReference,
} from '../../../shared/schemas/project.ts'
import { create as createEnvironment } from '../../domain/environments/create.ts'
import { edit } from '../../domain/environments/edit.ts'
import { order } from '../../domain/environments/order.ts'
import { remove } from '../../domain/environments/remove.ts'
import { archive } from '../../domain/projects/archive.ts'
import { create } from '../../domain/projects/create.ts'
import { edit as editProject } from '../../domain/projects/edit.ts'
import { get } from '../../domain/projects/get.ts'
import { list } from '../../domain/projects/list.ts'
import { listArchived } from '../../domain/projects/list-archived.ts'
import { listEnvironments } from '../../domain/projects/list-environments.ts'
import { restore } from '../../domain/projects/restore.ts'
import { confirmed, mayHere, mayInEnvironment, mayInProject, someone } from './may.ts'
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
  edit: mayInProject('project.edit')
    .input(EditProjectInput)
    .output(Project)
    .mutation(({ ctx, input }) => editProject(ctx, input)),
  archive: mayInProject('project.edit')
    .input(ArchiveProjectInput)
    .output(Project)
    .mutation(({ ctx, input }) => archive(ctx, input)),
  listArchived: mayHere('project.create')
    .output(z.array(Project))
    .query(({ ctx }) => listArchived(ctx)),
  restore: mayHere('project.create')
    .input(ProjectReference)
    .output(Project)
    .mutation(({ ctx, input }) => restore(ctx, input)),
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
    .use(confirmed)
    .input(DeleteEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => remove(ctx, input)),
})
