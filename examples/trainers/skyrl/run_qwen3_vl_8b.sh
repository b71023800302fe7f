#!/usr/bin/env bash
# GRPO of Qwen3-VL-8B on omnigym with SkyRL 0.4.0 and vLLM, on one machine with 8 GPUs of 80 GB. Not run.
#
#     pip install 'skyrl[fsdp]' 'omnigym[serve]'
#     export OMNIGYM_SERVE_TOKEN=$(openssl rand -hex 16)
#     omnigym serve --env OmniBench-Win11-v0 --port 8660 --max-environments 512 &
#     bash examples/trainers/skyrl/run_qwen3_vl_8b.sh [OVERRIDE...]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONPATH="$here${PYTHONPATH:+:$PYTHONPATH}"
tasks=${TASKS:-"suite:hello level:1"}
url=${URL:-tcp://127.0.0.1:8660}
python "$here/omnigym_env.py" rows train.parquet --url "$url" --tasks "$tasks" --split train --seeds 4
python "$here/omnigym_env.py" rows heldout.parquet --url "$url" --tasks "$tasks" --split heldout

python "$here/omnigym_env.py" train \
    data.train_data="['train.parquet']" \
    data.val_data="['heldout.parquet']" \
    environment.env_class=omnigym \
    trainer.policy.model.path="${MODEL:-Qwen/Qwen3-VL-8B-Instruct}" \
    trainer.algorithm.advantage_estimator=grpo \
    trainer.algorithm.use_kl_loss=true \
    trainer.algorithm.kl_loss_coef=0.001 \
    trainer.policy.optimizer_config.lr=1.0e-6 \
    trainer.strategy=fsdp \
    trainer.placement.colocate_all=true \
    trainer.placement.policy_num_gpus_per_node=8 \
    trainer.placement.ref_num_gpus_per_node=8 \
    trainer.epochs=5 \
    trainer.train_batch_size=32 \
    trainer.policy_mini_batch_size=16 \
    trainer.micro_forward_batch_size_per_gpu=1 \
    trainer.micro_train_batch_size_per_gpu=1 \
    trainer.remove_microbatch_padding=false \
    trainer.max_prompt_length=4096 \
    trainer.eval_interval=10 \
    trainer.ckpt_interval=20 \
    trainer.project_name=omnigym \
    generator.vision_language_generator=true \
    generator.batched=false \
    generator.use_conversation_multi_turn=true \
    generator.max_turns=12 \
    generator.max_input_length=20480 \
    generator.n_samples_per_prompt=8 \
    generator.sampling_params.max_generate_length=512 \
    generator.inference_engine.backend=vllm \
    generator.inference_engine.num_engines=8 \
    generator.inference_engine.tensor_parallel_size=1 \
    generator.inference_engine.gpu_memory_utilization=0.6 \
    "$@"
