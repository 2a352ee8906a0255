// Applies each model of a folder to its samples: NAME.onnx to NAME.x, numbers of 8
// bytes, row by row. What it gives is in NAME.OUTPUT.
'use strict';
const fs = require('fs');
const path = require('path');
const ort = require('onnxruntime-node');

async function main(dir) {
  for (const file of fs.readdirSync(dir).filter((f) => f.endsWith('.onnx'))) {
    const name = path.join(dir, file.slice(0, -'.onnx'.length));
    let session;
    try {
      session = await ort.InferenceSession.create(path.join(dir, file));
    } catch (e) {
      console.error(`${file}: ${e.message}`);
      process.exitCode = 1;
      continue;
    }
    const bytes = fs.readFileSync(name + '.x');
    const x = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const columns = session.inputMetadata[0].shape[1];
    const results = await session.run({ x: new ort.Tensor('float64', x, [x.length / columns, columns]) });
    for (const output of Object.keys(results)) {
      const data = results[output].data;
      fs.writeFileSync(`${name}.${output}`, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    }
  }
}

main(process.argv[2]);
