// Runs all tests of editing a flag with one server, one browser and one page. Each test has its own flag.
import './editing/said-on-page.ts'
import './editing/rules.ts'
import './editing/contexts.ts'
import './editing/list.ts'
import './editing/beside-rules.ts'
import './editing/many-rules.ts'
import './editing/settings.ts'
