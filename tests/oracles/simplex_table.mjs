// Writes tests/oracles/simplex_table.inc: what the npm packages simplex-noise and three compute. Run once, somewhere outside the source:
//   npm install simplex-noise@4.0.3 three@0.187.0 && node <source>/tests/oracles/simplex_table.mjs > <source>/tests/oracles/simplex_table.inc
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.cwd() + '/');
const load = (file) => import(pathToFileURL(require.resolve(file)));
const { createNoise2D, createNoise3D, createNoise4D, buildPermutationTable } = await load('simplex-noise');
const { SimplexNoise } = await load('three/examples/jsm/math/SimplexNoise.js');
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;

// The same random numbers on every machine: xorshift32 (G. Marsaglia, 2003).
function generator(state) {
  return () => {
    state ^= state << 13, state ^= state >>> 17, state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function write(port, permutation, noises) {
  console.log(`{SimplexPort::${port}, {${[...permutation].join(', ')}}, {`);
  const random = generator(2463534242);
  for (const [dims, noise] of noises)
    for (let k = 0; k < 250; ++k) {
      const size = k < 150 ? 20 : 3000;
      const x = Array.from({ length: dims }, () => (2 * random() - 1) * size);
      console.log(`  {${dims}, {${x.join(', ')}}, ${noise(...x)}},`);
    }
  console.log('}},');
}

console.log(`// Written by simplex_table.mjs: simplex-noise ${version('simplex-noise')}, three ${version('three')}.`);
write('simplex_noise_js', buildPermutationTable(generator(12345)).subarray(0, 256),
  [[2, createNoise2D(generator(12345))], [3, createNoise3D(generator(12345))], [4, createNoise4D(generator(12345))]]);
const three = new SimplexNoise({ random: generator(54321) });
write('three_js', three.p, [[2, (...x) => three.noise(...x)], [3, (...x) => three.noise3d(...x)], [4, (...x) => three.noise4d(...x)]]);
