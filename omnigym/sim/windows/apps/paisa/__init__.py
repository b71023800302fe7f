"""paisa: expenses and income, budgets, and charts of them."""
