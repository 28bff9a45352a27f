import { z } from 'zod'
import { Change } from '../../../shared/features/changes/schemas/change.ts'
import {
  AddMetricInput,
  CreateExperimentInput,
  DecidedExperiment,
  DecideExperimentInput,
  EditExperimentInput,
  Experiment,
  ExperimentList,
  ExperimentReference,
  ExperimentRuns,
  GrowExperimentInput,
  ListExperimentRunsInput,
  ListExperimentsInput,
  StartExperimentInput,
  StopExperimentInput,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import {
  ExperimentFile,
  ExperimentReport,
  ExperimentReportInput,
} from '../../../shared/features/experiments/schemas/experiment-report.ts'
import {
  ExperimentForecast,
  ExperimentPeople,
  ExperimentResults,
  ExperimentResultsInput,
  PlanExperimentInput,
} from '../../../shared/features/experiments/schemas/experiment-results.ts'
import { CreateLayerInput, Layer, LayerReference } from '../../../shared/features/experiments/schemas/layer.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { decideExperiment } from '../changes/decide-experiment.ts'
import { proposeExperiment } from '../changes/propose-experiment.ts'
import { proposeGrowth } from '../changes/propose-growth.ts'
import { addMetric } from './add-metric.ts'
import { archiveExperiment } from './archive-experiment.ts'
import { createExperiment } from './create-experiment.ts'
import { editExperiment } from './edit-experiment.ts'
import { createLayer, listLayers, removeLayer } from './layers/layers.ts'
import { listExperiments, listRuns, readExperiment } from './read-experiments.ts'
import { forecast } from './results/forecast.ts'
import { readPeople } from './results/read-people.ts'
import { readReport, readSums } from './results/read-report.ts'
import { readResults } from './results/read-results.ts'
import { stopExperiment } from './stop-experiment.ts'

/** Each procedure checks the permission in the experiment's environment itself, because it knows which it is. */
const someExperiment = mayInProject('experiment.edit')

export const experimentsRouter = t.router({
  list: mayInProject('project.read')
    .input(ListExperimentsInput)
    .output(ExperimentList)
    .query(({ ctx, input }) => listExperiments(ctx, input)),
  get: mayInProject('project.read')
    .input(ExperimentReference)
    .output(Experiment)
    .query(({ ctx, input }) => readExperiment(ctx, input)),
  runs: mayInProject('project.read')
    .input(ListExperimentRunsInput)
    .output(ExperimentRuns)
    .query(({ ctx, input }) => listRuns(ctx, input)),
  results: mayInProject('project.read')
    .input(ExperimentResultsInput)
    .output(ExperimentResults)
    .query(({ ctx, input }) => readResults(ctx, input)),
  people: mayInProject('project.read')
    .input(ExperimentResultsInput.omit({ metric: true, at: true }))
    .output(ExperimentPeople)
    .query(({ ctx, input }) => readPeople(ctx, input)),
  report: mayInProject('project.read')
    .input(ExperimentReportInput)
    .output(ExperimentReport)
    .query(({ ctx, input }) => readReport(ctx, input)),
  sums: mayInProject('project.read')
    .input(ExperimentReportInput)
    .output(ExperimentFile)
    .query(({ ctx, input }) => readSums(ctx, input)),
  plan: mayInEnvironment('project.read')
    .input(PlanExperimentInput)
    .output(ExperimentForecast)
    .query(({ ctx, input }) => forecast(ctx, input)),
  create: mayInEnvironment('experiment.edit')
    .input(CreateExperimentInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => createExperiment(ctx, input)),
  edit: someExperiment
    .input(EditExperimentInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => editExperiment(ctx, input)),
  start: someExperiment
    .input(StartExperimentInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeExperiment(ctx, 'start', input)),
  grow: someExperiment
    .input(GrowExperimentInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeGrowth(ctx, input)),
  addMetric: someExperiment
    .input(AddMetricInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => addMetric(ctx, input)),
  stop: someExperiment
    .input(StopExperimentInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => stopExperiment(ctx, input)),
  decide: someExperiment
    .input(DecideExperimentInput)
    .output(DecidedExperiment)
    .mutation(({ ctx, input }) => decideExperiment(ctx, input)),
  again: someExperiment
    .input(StartExperimentInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeExperiment(ctx, 'again', input)),
  archive: someExperiment
    .input(ExperimentReference)
    .output(Experiment)
    .mutation(({ ctx, input }) => archiveExperiment(ctx, input)),
})

/** Bucketing lines that experiments reserve ranges of. */
export const layersRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Layer))
    .query(({ ctx }) => listLayers(ctx)),
  create: someExperiment
    .input(CreateLayerInput)
    .output(Layer)
    .mutation(({ ctx, input }) => createLayer(ctx, input)),
  remove: someExperiment
    .input(LayerReference)
    .output(Layer)
    .mutation(({ ctx, input }) => removeLayer(ctx, input)),
})
