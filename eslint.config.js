import js from '@eslint/js'
import boundaries from 'eslint-plugin-boundaries'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

/** Nothing imports an entry point. */
const ENTRIES = {
  regex: '/(main|cli|preload)\\.ts$',
  message: 'An entry point only starts things; move what is shared into a module.',
}

/** Only `shell/` and the two entry points that need Electron may import it. */
const NO_ELECTRON = {
  paths: [
    {
      name: 'electron',
      message: 'Only electron/shell/ (and the entry points main.ts, preload.ts) may import electron.',
    },
  ],
}

/** The modules (docs/decisions/0001). */
const MODULES = [
  { type: 'contract', pattern: 'electron/contract' },
  { type: 'shell', pattern: 'electron/shell' },
  { type: 'content', pattern: 'electron/content' },
  { type: 'service', pattern: 'electron/service' },
  { type: 'download', pattern: 'electron/download' },
  { type: 'doctor', pattern: 'electron/doctor' },
  { type: 'store', pattern: 'electron/store' },
  { type: 'artwork', pattern: 'electron/artwork' },
  { type: 'review', pattern: 'electron/review' },
  { type: 'export', pattern: 'electron/export' },
  { type: 'exchange', pattern: 'electron/exchange' },
  { type: 'secrets', pattern: 'electron/secrets' },
  { type: 'sample', pattern: 'electron/sample' },
  { type: 'app', pattern: 'electron/app' },
  { type: 'cli', pattern: 'electron/cli' },
  { type: 'lists', pattern: 'renderer/lists' },
  { type: 'components', pattern: 'renderer/components' },
  { type: 'grid', pattern: 'renderer/grid' },
  { type: 'state', pattern: 'renderer/state' },
  { type: 'views', pattern: 'renderer/views' },
  { type: 'renderer', pattern: 'renderer' },
  { type: 'build', pattern: 'build' },
  { type: 'test', pattern: 'test' },
]

/** The modules that each may import. */
const ALLOWED_IMPORTS = {
  contract: [],
  content: ['contract'],
  service: ['contract'],
  store: ['contract'],
  secrets: ['contract'],
  sample: ['contract'],
  review: ['contract', 'content', 'store'],
  export: ['contract', 'store', 'artwork', 'review'],
  exchange: ['contract', 'content', 'store', 'review', 'export'],
  doctor: ['contract', 'service', 'store'],
  artwork: ['contract', 'content', 'service', 'store', 'download'],
  download: ['contract', 'service', 'store'],
  app: [
    'contract',
    'content',
    'service',
    'store',
    'artwork',
    'download',
    'review',
    'export',
    'secrets',
    'sample',
    'exchange',
  ],
  shell: [
    'contract',
    'content',
    'service',
    'store',
    'artwork',
    'download',
    'doctor',
    'review',
    'export',
    'exchange',
    'secrets',
    'sample',
    'app',
  ],
  cli: [
    'contract',
    'service',
    'store',
    'download',
    'doctor',
    'export',
    'exchange',
    'secrets',
    'sample',
    'app',
  ],
  // Within the renderer: components ← grid ← views, with state beside them; views compose.
  lists: ['contract'],
  components: ['contract', 'renderer'],
  grid: ['contract', 'lists', 'components', 'renderer'],
  state: ['contract', 'content', 'lists', 'renderer'],
  views: ['contract', 'content', 'lists', 'components', 'grid', 'state', 'renderer'],
  renderer: ['contract', 'content', 'lists', 'components', 'grid', 'state', 'views'],
  build: [],
  test: [
    'contract',
    'content',
    'shell',
    'service',
    'download',
    'doctor',
    'store',
    'artwork',
    'review',
    'export',
    'exchange',
    'secrets',
    'sample',
    'app',
    'cli',
    'lists',
    'components',
    'grid',
    'state',
    'views',
    'renderer',
    'build',
  ],
}

const importPolicies = Object.entries(ALLOWED_IMPORTS).map(([from, to]) => ({
  from: { element: { type: from } },
  allow: { to: { element: { type: [from, ...to] } } },
}))

export default ts.config(
  {
    ignores: [
      'dist/',
      'release/',
      'test-results/',
      'node_modules/',
      'build/electron-fallback/',
      'test/fixtures/',
    ],
  },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        project: [
          'electron/tsconfig.json',
          'electron/preload.tsconfig.json',
          'renderer/tsconfig.json',
          'build/tsconfig.json',
          'test/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { boundaries },
    settings: {
      'boundaries/elements': MODULES,
      'boundaries/include': ['electron/**', 'renderer/**', 'build/**', 'test/**'],
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'disallow', policies: importPolicies }],
      'no-restricted-imports': ['error', { ...NO_ELECTRON, patterns: [ENTRIES] }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // A name that begins with an underscore is unused on purpose.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: [
      'electron/shell/**',
      'electron/main.ts',
      'electron/preload.ts',
      'test/bench/pictures-in-electron.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { patterns: [ENTRIES] }] },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // The models replace their maps and sets whole ($state.raw), which costs less than watching each entry.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // Typed lint sees a component from another file as `any`; svelte-check checks these types.
    files: ['**/*.svelte', 'test/component/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
    },
  },
  {
    // Playwright reads from the pattern which fixtures a fixture needs; none is an empty one.
    files: ['test/e2e/**'],
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: ['build/**', 'test/**', 'electron/cli.ts', 'electron/cli/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
)
